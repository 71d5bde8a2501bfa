import type { ComponentProps } from 'react';
import { type PushTab, pushTabs } from '../../logic/screen.ts';
import { t } from '../../messages.ts';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { ScreenTabs } from '../../parts/frame/screen-tabs.tsx';

type Props = Omit<ComponentProps<typeof ScreenFrame>, 'title'> & { readonly tab: PushTab };

export function PushFrame({ tab, children, searchable = false, ...frame }: Props) {
  return (
    <ScreenFrame title={t('common.screen.push')} searchable={searchable} {...frame}>
      <ScreenTabs
        label={t('push.parts')}
        nameOf={(part) => t(`push.tabs.${part}`)}
        current={tab}
        parts={pushTabs}
        screenOf={(part) => ({ kind: 'push', tab: part })}
      />
      {children}
    </ScreenFrame>
  );
}
