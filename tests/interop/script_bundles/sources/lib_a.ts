export function helper(cb: () => number, why: string): number {
  const value = cb();
  if (why === 'ctor') {
    throw new RangeError('helper ' + why); //@h1 helper
  }
  return value + why.length;
}
export function each<T>(items: T[], visit: (item: T, at: number) => void): void {
  for (let i = 0; i < items.length; i++) {
    visit(items[i], i); //@h2 each
  }
  if (items.length > 1000) each(items.slice(1), visit);
}
