import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that a failure belongs to the change at hand. `SLIPWAY_SEED=N`
 * draws others; a failure names its seed.
 */
fc.configureGlobal({ seed: Number(process.env.SLIPWAY_SEED ?? 1) });
