import { each } from './lib_a';
export function pipeline(input: string[]): string[] {
  const parse = (s: string): number => {
    const n = Number(s);
    if (Number.isNaN(n)) throw new SyntaxError('no number: ' + s); //@j1 parse
    return n;
  };
  const out: string[] = [];
  each(input, function format(item) { //@j3 pipeline
    out.push(
      String(
        parse(item) * 2 //@j2 format
      )
    );
    if (out.length > 99) out.push(String(parse('1')));
  });
  return out;
}
export function main(): void {
  console.log(pipeline(['1']));
  console.log(
    pipeline(['1', 'two']) //@j4 main
  );
}
export const expected = ['j1', 'j2', 'h2', 'j3', 'j4'];
