const secretNames = /^SLIPWAY_(\w*(PASSWORD|SECRET|KEY|TOKEN)|DATABASE_URL)/i;

export type Environment = Readonly<Record<string, string | undefined>>;

export function withoutSecrets(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretNames.test(name)));
}

/**
 * Returns a copy of all variables; deletes secrets from `processEnvironment`, which child processes inherit.
 */
export function extractSecrets(processEnvironment: NodeJS.ProcessEnv): Environment {
  const whole = { ...processEnvironment };
  for (const name of Object.keys(whole)) if (secretNames.test(name)) delete processEnvironment[name];
  return whole;
}
