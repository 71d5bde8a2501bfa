import { onTestFinished } from 'vitest';
import { type FaultProxy, openFaultProxy } from '../../fakes/fault-proxy.ts';

export type { Fault, FaultProxy } from '../../fakes/fault-proxy.ts';

/** Starts a proxy that stops when the test ends. */
export async function startFaultProxy(target: string | (() => string), port = 0): Promise<FaultProxy> {
  const proxy = await openFaultProxy(target, port);
  onTestFinished(proxy.stop);
  return proxy;
}
