import type { ServiceTab } from '../../logic/screen.ts';
import { AdvancedTab } from './advanced-tab.tsx';
import { CredentialsTab } from './credentials-tab.tsx';
import { OutboxTab } from './mail/outbox-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people/people-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';

type ServiceLocation = { readonly tab: ServiceTab; readonly item: string | null };

export function ServiceScreen({ location }: { readonly location: ServiceLocation }) {
  switch (location.tab) {
    case 'overview':
      return <OverviewTab />;
    case 'people':
      return <PeopleTab open={location.item} />;
    case 'advanced':
      return <AdvancedTab />;
    case 'credentials':
      return <CredentialsTab />;
    case 'outbox':
      return <OutboxTab open={location.item} />;
    case 'requests':
      return <RequestsTab />;
  }
}
