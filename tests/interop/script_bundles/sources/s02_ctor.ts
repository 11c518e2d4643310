import { Ledger } from './s01_class';
class Sub extends Ledger {
  extra = 5;
  constructor(n: string) {
    super(n); //@b2 new Sub
    this.extra = n.length;
  }
}
export function build(n: string): Sub {
  const s = new Sub(n); //@b3 build
  return s;
}
export function main(): void {
  console.log(build('bad'), build('ok')); //@b4 main
}
export const expected = ['h1', 'a3', 'b2', 'b3', 'b4'];
