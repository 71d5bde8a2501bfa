import type { ServiceTab } from '../../logic/place.ts';
import { OutboxTab } from './mail/outbox-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people/people-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { SignInsTab } from './sign-ins-tab.tsx';

type ServicePlace = { readonly tab: ServiceTab; readonly item: string | null };

export function ServiceScreen({ place }: { readonly place: ServicePlace }) {
  switch (place.tab) {
    case 'overview':
      return <OverviewTab />;
    case 'people':
      return <PeopleTab open={place.item} />;
    case 'sign-ins':
      return <SignInsTab />;
    case 'outbox':
      return <OutboxTab open={place.item} />;
    case 'requests':
      return <RequestsTab />;
  }
}
