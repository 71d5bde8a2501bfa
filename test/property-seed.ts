import fc from 'fast-check';

/**
 * Uses the same seed in every run, so that failures are caused by the current change. `SLIPWAY_SEED=N`
 * selects another seed.
 */
fc.configureGlobal({ seed: Number(process.env.SLIPWAY_SEED ?? 1) });
