import fc from 'fast-check';

/**
 * The same in every run, so that failures are caused by the current change. `SLIPWAY_SEED=N` selects another.
 */
fc.configureGlobal({ seed: Number(process.env.SLIPWAY_SEED ?? 1) });
