/** Lets at most `most` pieces of work run at once, the others in the order they came. */
export type Turns = {
  /** Runs `work` when its turn comes; what it gives or throws is given or thrown. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
};

export function createTurns(most: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async (work) => {
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // A turn is handed over, not given back: nobody may slip in between.
        const following = waiting.shift();
        if (following) following();
        else running -= 1;
      }
    },
  };
}
