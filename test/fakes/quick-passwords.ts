/** A low cost for password hashing, which would otherwise dominate the run time of tests. */
export const quickPasswords = { passwordCost: 16 } as const;
