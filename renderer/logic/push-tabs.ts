/** The parts of Push, in order. Pure. */
export const pushTabs = ['project', 'mapping', 'simulator', 'messages'] as const;
export type PushTab = (typeof pushTabs)[number];
