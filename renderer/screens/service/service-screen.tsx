import type { ServiceTab } from '../../logic/screen.ts';
import { CredentialsTab } from './credentials-tab.tsx';
import { OutboxTab } from './mail/outbox-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people/people-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';

type ServiceLocation = { readonly tab: ServiceTab; readonly item: string | null };

export function ServiceScreen({ place }: { readonly place: ServiceLocation }) {
  switch (place.tab) {
    case 'overview':
      return <OverviewTab />;
    case 'people':
      return <PeopleTab open={place.item} />;
    case 'sign-ins':
      return <CredentialsTab />;
    case 'outbox':
      return <OutboxTab open={place.item} />;
    case 'requests':
      return <RequestsTab />;
  }
}
