import fc from 'fast-check';

/**
 * Uses the same seed in every run, so that a failure is caused by the current change. `SLIPWAY_SEED=N`
 * selects another seed. Failures print their seed.
 */
fc.configureGlobal({ seed: Number(process.env.SLIPWAY_SEED ?? 1) });
