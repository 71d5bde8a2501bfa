import type { PushTab } from '../../logic/screen.ts';
import { MappingTab } from './mapping/mapping-tab.tsx';
import { MessagesTab } from './messages/messages-tab.tsx';
import { ProjectTab } from './project/project-tab.tsx';
import { SimulatorTab } from './simulator/simulator-tab.tsx';

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
