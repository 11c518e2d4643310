type Fn = (n: number) => number;
export function makeCounter(limit: number): { step: Fn; reset(): void } {
  let count = 0;
  const check: Fn = (n) => {
    if (n > limit) {
      throw new Error('limit ' + n); //@e1 check
    }
    return n;
  };
  return {
    step(n: number): number {
      count += n;
      return check(count); //@e2 step
    },
    reset() {
      count = check(0);
    },
  };
}
export const api = {
  run(n: number): number {
    const c = makeCounter(3);
    c.reset();
    return c.step(n) + c.step(1); //@e3 api.run
  },
};
export function main(): void {
  console.log(api.run(1) * api.run(9)); //@e4 main
}
export const expected = ['e1', 'e2', 'e3', 'e4'];
