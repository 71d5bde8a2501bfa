/** The parts of Built-in service, in order. Pure. */
export const serviceTabs = ['overview', 'people', 'sign-ins', 'outbox', 'requests'] as const;
export type ServiceTab = (typeof serviceTabs)[number];
