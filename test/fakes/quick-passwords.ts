/** For services whose passwords nobody guesses: hashing them in earnest would be half the work of a test. */
export const quickPasswords = { passwordCost: 16 } as const;
