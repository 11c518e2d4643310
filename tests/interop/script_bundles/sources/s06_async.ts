export async function load(id: number): Promise<number> {
  await Promise.resolve(id);
  if (id > 1) {
    throw new Error('load ' + id); //@f1 load
  }
  return id;
}
export async function loadAll(ids: number[]): Promise<number> {
  let sum = 0;
  for (const id of ids) {
    sum += await load(id); //@f2 loadAll
  }
  return sum;
}
export class Client {
  async fetch(n: number): Promise<number> {
    const got = await loadAll([n, n + 1]); //@f3 Client.fetch
    return got + 1;
  }
}
export async function main(): Promise<void> {
  const c = new Client();
  console.log(await c.fetch(0)); 
  console.log(await c.fetch(1)); //@f4 main
}
export const expected = ['f1', 'f2', 'f3', 'f4'];
