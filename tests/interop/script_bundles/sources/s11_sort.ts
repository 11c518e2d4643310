interface Row { id: number; tags?: string[] }
export class Table {
  constructor(private rows: Row[]) {}
  static compare(a: Row, b: Row): number {
    const left = a.tags!.length; //@l1 Table.compare
    const right = b.tags!.length;
    return left - right;
  }
  sorted(): Row[] {
    const copy = this.rows.slice();
    copy.sort(Table.compare); //@l2 Table.sorted
    return copy;
  }
  async *stream(): AsyncGenerator<Row> {
    for (const r of this.sorted()) yield r; //@l9 Table.stream
  }
}
export function main(): void {
  const good = new Table([{ id: 1, tags: [] }, { id: 2, tags: ['a'] }]);
  console.log(good.sorted(), good.stream());
  const bad = new Table([{ id: 1 }, { id: 2 }]);
  console.log(bad.sorted()); //@l3 main
}
export const expected = ['l1', '-', 'l2', 'l3'];
