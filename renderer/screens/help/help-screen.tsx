import type { ReactNode } from 'react';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { useApp } from '../../state/app-state.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { KeyList } from './key-list.tsx';

export function HelpScreen() {
  const app = useApp();
  return (
    <ScreenFrame title={t('common.screen.help')} searchable={false}>
      <div className="settings-section">
        <Part title={t('help.howTo')}>
          <HowTo />
        </Part>
        <Part title={t('help.keys')}>
          <KeyList />
        </Part>
        <Part title={t('help.whatsNew')}>
          <Answer
            text={t('help.whatsNewText')}
            button={t('help.whatsNewOpen')}
            onOpen={() => app.dialog.set({ kind: 'whats-new' })}
          />
        </Part>
        <Part title={t('help.trouble')}>
          <Answer
            text={t('help.troubleText')}
            button={t('help.diagnostics')}
            onOpen={() => app.screen.go({ kind: 'settings', section: 'diagnostics' })}
          />
        </Part>
      </div>
    </ScreenFrame>
  );
}

function HowTo() {
  const { screen, dialog } = useApp();
  const { openExposure } = useNextActions();
  return (
    <>
      <Answer
        question={t('help.iphone')}
        text={t('help.iphoneText')}
        button={t('uploads.makeReachable')}
        onOpen={openExposure}
      />
      <Answer
        question={t('help.newPerson')}
        text={t('help.newPersonText')}
        button={t('help.newPersonOpen')}
        onOpen={() => screen.goTo('apps')}
      />
      <Answer
        question={t('help.noMail')}
        text={t('help.noMailText')}
        button={t('help.noMailOpen')}
        onOpen={() => screen.go({ kind: 'service', tab: 'outbox', item: null })}
      />
      <Answer
        question={t('help.folder')}
        text={t('help.folderText')}
        button={t('folders.add')}
        onOpen={() => dialog.set({ kind: 'folder', folder: null })}
      />
      <Answer
        question={t('help.machine')}
        text={t('help.machineText')}
        button={t('help.machineOpen')}
        onOpen={() => screen.go({ kind: 'service', tab: 'credentials', item: null })}
      />
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="settings-part help-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type AnswerProps = {
  readonly question?: string;
  readonly text: string;
  readonly button: string;
  readonly onOpen: () => void;
};

function Answer({ question, text, button, onOpen }: AnswerProps) {
  return (
    <div className="help-answer">
      {question && <h3>{question}</h3>}
      <p className="settings-text">{text}</p>
      <div className="button-line">
        <Button onClick={onOpen}>{button}</Button>
      </div>
    </div>
  );
}
