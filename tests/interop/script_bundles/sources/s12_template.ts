function tag(parts: TemplateStringsArray, ...values: number[]): string {
  if (values[0] > 1) {
    throw new Error(`tag ${values[0]} of ${parts.length}`); //@m1 tag
  }
  return parts.join('-') + values.join();
}
export const render = (n: number): string => {
  const head = n > 100 ? render(1) : '';
  return head + tag`value ${n} end`; //@m2 render
};
const steps = [
  (n: number) => n + 1,
  (n: number) => {
    const got = render(n).length; //@m3 <anonymous>
    return got * 2;
  },
];
export function main(): void {
  console.log(render(0));
  let n = 0;
  for (const s of steps) {
    n = (s)(n + 1); //@m4 main
  }
  (function report() {
    console.log(n);
  })();
}
export const expected = ['m1', 'm2', 'm3', 'm4'];
