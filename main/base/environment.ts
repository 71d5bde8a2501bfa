/** Variables Slipway is given secrets in. */
const secretNames = /^SLIPWAY_(\w*(PASSWORD|SECRET|KEY|TOKEN)|DATABASE_URL)/i;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a program that is started may see of an environment: no secret of Slipway's. */
export function withoutSecrets(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretNames.test(name)));
}

/**
 * Gives the whole environment and takes the secrets out of the one of this process, which every program that is started
 * from now on gets, also by a library.
 */
export function takeEnvironment(ofProcess: NodeJS.ProcessEnv): Environment {
  const whole = { ...ofProcess };
  for (const name of Object.keys(whole)) if (secretNames.test(name)) delete ofProcess[name];
  return whole;
}
