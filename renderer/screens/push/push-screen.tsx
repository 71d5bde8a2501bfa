/** Push: a place of several parts. */
import type { PushTab } from '../../logic/push-tabs.ts';
import { MappingTab } from './mapping-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { ProjectTab } from './project-tab.tsx';
import { SimulatorTab } from './simulator-tab.tsx';

export function PushScreen({ tab }: { readonly tab: PushTab }) {
  switch (tab) {
    case 'project':
      return <ProjectTab />;
    case 'mapping':
      return <MappingTab />;
    case 'simulator':
      return <SimulatorTab />;
    case 'messages':
      return <MessagesTab />;
  }
}
