import { helper } from './lib_a';
export class Ledger {
  private entries: number[] = [];
  name: string;
  constructor(name: string) {
    this.name = name;
    if (name === 'bad') {
      helper(() => 1, 'ctor'); //@a3 new Ledger
    }
  }
  fill(amount: number): number {
    for (const e of [amount, amount * 2]) {
      this.entries.push(e);
      if (e > 10) return this.post(e, { deep: true }); //@a2 Ledger.fill
    }
    return 0;
  }
  post(e: number, options: { deep: boolean }): number {
    const total = this.entries.reduce((a, b) => a + b, 0);
    if (options.deep && total > 10) {
      throw new TypeError('over ' + total + e); //@a1 Ledger.post
    }
    return total;
  }
  static open(n: number): Ledger {
    const l = new Ledger('x' + n);
    l.fill(n); //@a4 Ledger.open
    return l;
  }
}
export function main(): void {
  const l = Ledger.open(11); //@a5 main
  console.log(l, Ledger.open(2));
}
export const expected = ['a1', 'a2', 'a4', 'a5'];
