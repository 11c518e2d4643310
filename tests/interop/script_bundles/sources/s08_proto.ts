export function Account(this: any, owner: string) {
  this.owner = owner;
}
Account.prototype.withdraw = function (n: number) {
  if (n > 10) {
    throw new Error(this.owner + ' has too little'); //@i1 Account.withdraw
  }
  return n;
};
Account.prototype.transfer = function (to: any, n: number) {
  const got = this.withdraw(n); //@i2 Account.transfer
  return to.withdraw(got) + got;
};
const pick = function inner(flag: boolean): any {
  const a = new (Account as any)('ann');
  const b = new (Account as any)('bob');
  if (flag) return a.transfer(b, 50); //@i3 inner
  return b.transfer(a, 1);
};
export const main = () => {
  console.log(pick(false));
  console.log(pick(true)); //@i4 main
};
export const expected = ['i1', 'i2', 'i3', 'i4'];
