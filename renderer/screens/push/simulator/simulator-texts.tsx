import { useRef, useState } from 'react';
import type { SimulationView } from '../../../../preload/page.ts';
import { addressIn, draftOf } from '../../../logic/push/draft.ts';
import type { SimulatorDraft } from '../../../logic/push/simulator.ts';
import { textOfFile } from '../../../logic/text-file.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Choice, FieldError, options } from '../../../parts/fields/fields.tsx';
import { FileInput } from '../../../parts/fields/file-input.tsx';
import { JsonField, type TextHandle } from '../../../parts/json-text/json-text.tsx';
import { Status } from '../../../parts/status.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { usePushSenders } from '../../../state/data/push-data.ts';
import { useStore } from '../../../state/store.ts';
import { ProblemList } from '../problem-list.tsx';

type Props = {
  readonly draft: SimulatorDraft;
  readonly mapping: string;
  readonly view: SimulationView | null;
};

export function SimulatorTexts({ draft, mapping, view }: Props) {
  const app = useApp();
  const [unreadable, setUnreadable] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const change = (next: Partial<SimulatorDraft>): void => {
    setUnreadable(false);
    app.simulator.set({ ...app.simulator.get(), ...next });
  };
  const senders = usePushSenders().data ?? [];
  const read = async (chosen: File): Promise<void> => {
    const message = await textOfFile(chosen, maxFileSize);
    if (message === null) setUnreadable(true);
    else change({ message });
  };
  const send = (): void => {
    const [first] = senders;
    const message = draftOf(draft.message, addressIn(draft.message), first?.name ?? '');
    if (first) app.dialog.set({ kind: 'push-message', draft: message });
    else
      app.dialog.set({ kind: 'push-sender', sender: null, next: { kind: 'push-message', draft: message } });
  };
  const canSend = view !== null && view.messageProblem === null;
  const action = {
    id: 'push.send-simulated',
    label: t('push-simulator.send'),
    hint: t('common.screen.push'),
  };
  useActions(canSend ? [{ ...action, run: send }] : []);
  return (
    <>
      <MappingSource draft={draft} mapping={mapping} onChange={change} />
      <TextPart
        label={t('push-simulator.mapping')}
        hint={t('push-simulator.mappingHint')}
        value={mapping}
        problems={view?.mappingProblems ?? []}
        onText={(text) => change({ mapping: text })}
      />
      <TextPart
        label={t('push-simulator.message')}
        hint={t('push-simulator.messageHint')}
        value={draft.message}
        problems={view?.messageProblem ? [{ ...view.messageProblem, severity: 'error' }] : []}
        onText={(message) => change({ message })}
      />
      <div className="button-line">
        {draft.message.trim() !== '' && <ExampleButton mapping={mapping} onChange={change} />}
        <Button onClick={() => file.current?.click()}>{t('push-simulator.load')}</Button>
        <Button disabled={!canSend} onClick={send}>
          {t('push-simulator.send')}
        </Button>
        <FileInput
          ref={file}
          accept=".json,application/json"
          label={t('push-simulator.load')}
          onFile={(chosen) => void read(chosen)}
        />
      </div>
      {unreadable && <FieldError>{t('push-simulator.loadFailed')}</FieldError>}
    </>
  );
}

type ExampleProps = {
  readonly mapping: string;
  readonly onChange: (next: Partial<SimulatorDraft>) => void;
  readonly variant?: 'primary';
};

/** Inserts an example message that fits the mapping. Without a mapping, first inserts the template. */
export function ExampleButton({ mapping, onChange, ...button }: ExampleProps) {
  const example = useCommand('push.simulator.example', (message) => onChange({ message }));
  const template = useCommand('push.mapping.template', (text) => {
    onChange({ mapping: text });
    example.mutate({ mapping: text });
  });
  const error = template.error ?? example.error;
  return (
    <>
      <Button
        {...button}
        disabled={template.isPending || example.isPending}
        onClick={() => (mapping.trim() === '' ? template.mutate({}) : example.mutate({ mapping }))}
      >
        {t('push-simulator.example')}
      </Button>
      {error && <InlineFailure error={error} />}
    </>
  );
}

type SourceProps = {
  readonly draft: SimulatorDraft;
  readonly mapping: string;
  readonly onChange: (next: Partial<SimulatorDraft>) => void;
};

function MappingSource({ draft, mapping, onChange }: SourceProps) {
  const app = useApp();
  const open = useStore(app.mapping);
  const { folder } = useStore(app.pushProject);
  const template = useCommand('push.mapping.template', (text) => onChange({ mapping: text }));
  const read = useCommand('push.mapping.open', ({ text }) => onChange({ mapping: text }));
  const find = useCommand('push.mapping.pathIn', (path) => read.mutate({ path }));
  const error = template.error ?? find.error ?? read.error;
  const isOpen = open !== null && draft.mapping === null;
  return (
    <>
      {open && (
        <Choice
          label={t('push-simulator.mappingFrom')}
          value={isOpen ? 'open' : 'own'}
          choices={options(['open', 'own'], (from) => t(`push-simulator.mappingSources.${from}`))}
          onChoose={(source) => onChange({ mapping: source === 'open' ? null : mapping })}
        />
      )}
      {!isOpen && (folder !== null || mapping.trim() === '') && (
        <div className="button-line">
          {folder !== null && (
            <Button disabled={find.isPending || read.isPending} onClick={() => find.mutate({ folder })}>
              {t('push-simulator.useProject')}
            </Button>
          )}
          {mapping.trim() === '' && (
            <Button disabled={template.isPending} onClick={() => template.mutate({})}>
              {t('push-simulator.useTemplate')}
            </Button>
          )}
        </div>
      )}
      {error && <InlineFailure error={error} />}
    </>
  );
}

const maxFileSize = 1_000_000;

type PartProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problems: SimulationView['mappingProblems'];
  readonly onText: (text: string) => void;
};

function TextPart({ problems, onText, ...field }: PartProps) {
  const text = useRef<TextHandle>(null);
  return (
    <div className="simulator-text">
      <JsonField ref={text} className="simulator-json" marks={problems} onText={onText} {...field} />
      {problems.length > 0 && (
        <Status>
          <ProblemList problems={problems} onGoTo={(position) => text.current?.goTo(position)} />
        </Status>
      )}
    </div>
  );
}
