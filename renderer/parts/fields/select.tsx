import type { ComponentProps, KeyboardEvent } from 'react';

/** Select field in a dialog. Escape closes only its list of options, not the dialog. */
export function Select(props: Omit<ComponentProps<'select'>, 'className' | 'onKeyDown'>) {
  return <select {...props} className="input select" onKeyDown={keepEscape} />;
}

function keepEscape(event: KeyboardEvent): void {
  // While the list is open, the event comes from an option.
  if (event.key === 'Escape' && event.target !== event.currentTarget) event.stopPropagation();
}
