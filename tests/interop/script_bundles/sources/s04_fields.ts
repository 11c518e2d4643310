import { each } from './lib_a';
export class Screen {
  title = 'home';
  submit = (values: number[]): void => {
    each(values, (v) => { //@d3 Screen.submit
      if (v > 2) this.fail(v); //@d2 <anonymous>
    });
  };
  handlers = {
    click: (v: number): void => {
      this.submit([v, v + 1]); //@d4 Screen.handlers.click
    },
  };
  fail(v: number): never {
    throw new Error(this.title + v); //@d1 Screen.fail
  }
}
export function main(): void {
  const s = new Screen();
  s.handlers.click(2); //@d5 main
  s.submit([1]);
}
export const expected = ['d1', 'd2', 'h2', 'd3', 'd4', 'd5'];
