export function* numbers(max: number): Generator<number> {
  for (let i = 0; ; i++) {
    if (i > max) throw new Error('exhausted ' + i); //@g1 numbers
    yield i;
  }
}
export function total(max: number): number {
  let sum = 0;
  for (const n of numbers(max)) {
    sum += n; 
    if (sum > 1e9) return sum + total(max - 1);
  }
  return sum;
}
export function viaSpread(max: number): number[] {
  const it = numbers(max);
  const out: number[] = [];
  for (let i = 0; i < max + 5; i++) {
    out.push(it.next().value); //@g3 viaSpread
  }
  return out.length > 999 ? viaSpread(1) : out;
}
export function main(): void {
  console.log(viaSpread(3)); //@g4 main
  console.log(total(2), viaSpread(1));
}
export const expected = ['g1', 'g3', 'g4'];
