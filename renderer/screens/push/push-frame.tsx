import type { ComponentProps } from 'react';
import { type PushTab, pushTabs } from '../../logic/place.ts';
import { t } from '../../messages.ts';
import { PlaceFrame } from '../../parts/frame/place-frame.tsx';
import { PlaceParts } from '../../parts/frame/place-parts.tsx';

type Props = Omit<ComponentProps<typeof PlaceFrame>, 'title'> & { readonly tab: PushTab };

export function PushFrame({ tab, children, searchable = false, ...frame }: Props) {
  return (
    <PlaceFrame title={t('common.place.push')} searchable={searchable} {...frame}>
      <PlaceParts
        label={t('push.parts')}
        nameOf={(part) => t(`push.tabs.${part}`)}
        current={tab}
        parts={pushTabs}
        placeOf={(part) => ({ kind: 'push', tab: part })}
      />
      {children}
    </PlaceFrame>
  );
}
