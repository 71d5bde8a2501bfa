/** French for the whole window; a page loads it only when that is its language. */
export * as accounts from './accounts.ts';
export * as apps from './apps.ts';
export * as common from './common.ts';
export * as connection from './connection.ts';
export * as firstSteps from './first-steps.ts';
export * as folders from './folders.ts';
export * as palette from './palette.ts';
export * as push from './push.ts';
export * as pushMapping from './push-mapping.ts';
export * as pushMessages from './push-messages.ts';
export * as pushSimulator from './push-simulator.ts';
export * as service from './service.ts';
export * as settings from './settings.ts';
export * as store from './store.ts';
export * as uploads from './uploads.ts';
