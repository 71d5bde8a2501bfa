import type { ReactNode, RefObject } from 'react';
import { type PushTab, pushTabs } from '../../logic/push-tabs.ts';
import type { GridHandle } from '../../parts/grid.tsx';
import { PlaceFrame } from '../../parts/place-frame.tsx';
import { PlaceParts } from '../../parts/place-parts.tsx';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/push.ts';

type Props = {
  readonly tab: PushTab;
  readonly totals?: ReactNode;
  readonly actions?: ReactNode;
  readonly drawer?: ReactNode;
  readonly onCloseDrawer?: () => void;
  readonly list?: RefObject<GridHandle | null>;
  readonly searchable?: boolean;
  readonly children: ReactNode;
};

/** The frame of the place, with its parts to choose from under the title. */
export function PushFrame({ tab, children, searchable = false, ...frame }: Props) {
  return (
    <PlaceFrame title={common.push} searchable={searchable} {...frame}>
      <PlaceParts
        label={words.parts}
        names={words.tabs}
        current={tab}
        parts={pushTabs}
        placeOf={(part) => ({ kind: 'push', tab: part })}
      />
      {children}
    </PlaceFrame>
  );
}
