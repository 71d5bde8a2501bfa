import type { ComponentProps, KeyboardEvent } from 'react';

/** A select whose Escape key closes only its list, not the surrounding dialog. */
export function Select(props: Omit<ComponentProps<'select'>, 'className' | 'onKeyDown'>) {
  return <select {...props} className="input select" onKeyDown={keepEscape} />;
}

function keepEscape(event: KeyboardEvent): void {
  // The focus is on an option while the list is open.
  if (event.key === 'Escape' && event.target !== event.currentTarget) event.stopPropagation();
}
