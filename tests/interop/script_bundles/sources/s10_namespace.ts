export const registry: Record<string, (n: number) => number> = {};
registry.square = (n) => {
  if (n > 3) {
    return registry['cube'](n); //@k2 registry.square
  }
  return n * n;
};
registry['cube'] = function (n) {
  const bits = { check: (m: number) => m > 3 };
  if (bits.check(n)) throw new Error('cube ' + n); //@k1 registry["cube"]
  return n ** 3;
};
export function call(name: string, n: number): number {
  const f = registry[name];
  return f(n) + (n > 100 ? call(name, 1) : 0); //@k3 call
}
export function main(): void {
  console.log(call('square', 2));
  console.log(call('square', 7)); //@k4 main
}
export const expected = ['k1', 'k2', 'k3', 'k4'];
