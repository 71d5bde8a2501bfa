import type { ComponentProps, KeyboardEvent } from 'react';

/** A list of choices, with an `option` for each. Escape closes the list and nothing around it. */
export function Select(props: Omit<ComponentProps<'select'>, 'className' | 'onKeyDown'>) {
  return <select {...props} className="input select" onKeyDown={keepEscape} />;
}

function keepEscape(event: KeyboardEvent): void {
  // The focus is on a choice as long as the list is open.
  if (event.key === 'Escape' && event.target !== event.currentTarget) event.stopPropagation();
}
