/** A low hashing cost for tests, because the real cost would dominate their run time. */
export const quickPasswords = { passwordCost: 16 } as const;
