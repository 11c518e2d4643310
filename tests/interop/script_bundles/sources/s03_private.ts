class Vault {
  #secret = 41;
  #reveal(delta: number): number {
    if (delta > this.#secret) {
      throw new Error('too deep ' + delta); //@c1 Vault.#reveal
    }
    return this.#secret - delta;
  }
  get depth(): number {
    return this.#reveal(99); //@c2 get Vault.depth
  }
  set depth(v: number) {
    this.#secret = v + this.depth; //@c3 set Vault.depth
  }
}
export function main(): void {
  const v = new Vault();
  v.depth = 3; //@c4 main
  console.log(v.depth);
}
export const expected = ['c1', 'c2', 'c3', 'c4'];
