import { useState } from 'react';
import type { MappingEdit, MappingField, MappingForm, OtherEntry } from '../../../../preload/page.ts';
import type { TextPosition } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Field } from '../../../parts/fields/fields.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Menu } from '../../../parts/overlays/menu.tsx';
import { useApp } from '../../../state/app-state.ts';

type Props = {
  readonly form: MappingForm | null;
  readonly error: Error | null;
  readonly onEdit: (edit: MappingEdit) => Promise<void>;
  readonly onGoTo: (position: TextPosition) => void;
};

export function MappingFields({ form, error, onEdit, onGoTo }: Props) {
  const [failure, setFailure] = useState<unknown>(null);
  const edit = async (change: MappingEdit): Promise<void> => {
    setFailure(null);
    await onEdit(change).catch(setFailure);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="mapping-form" tabIndex={0} aria-label={t('push-mapping.form')}>
      {error && <InlineFailure error={error} />}
      {failure !== null && <InlineFailure error={failure} />}
      {!form && !error && <Loading />}
      {form && !form.editable && <Notice>{t('push-mapping.notEditable')}</Notice>}
      {form?.editable && (
        <>
          <VersionLine form={form} onEdit={edit} />
          {form.fields.map((field) => (
            <KeyField key={field.property} field={field} onEdit={edit} onGoTo={onGoTo} />
          ))}
          {form.others.length > 0 && <Others form={form} onEdit={edit} onGoTo={onGoTo} />}
        </>
      )}
    </section>
  );
}

type Edit = (edit: MappingEdit) => Promise<void>;

function VersionLine({
  form: { format, version },
  onEdit,
}: {
  readonly form: MappingForm;
  readonly onEdit: Edit;
}) {
  const convert = useEditWithUndo(() => t('push-mapping.converted'), onEdit);
  if (format !== null && format !== 'version-2') {
    return (
      <Notice
        quiet
        action={<Button onClick={() => convert({ kind: 'convert' })}>{t('push-mapping.convert')}</Button>}
      >
        {t(`push-mapping.older.${format}`)}
      </Notice>
    );
  }
  return (
    <div className="mapping-version">
      <p>
        <code>configuration_version</code> {t(`push-mapping.versions.${version}`)}
      </p>
      {version !== 'right' && (
        <Button onClick={() => void onEdit({ kind: 'set-version' })}>{t('push-mapping.setVersion')}</Button>
      )}
    </div>
  );
}

function useEditWithUndo(text: () => string, onEdit: Edit): (edit: MappingEdit) => void {
  const { mapping, undo } = useApp();
  return (edit) => {
    const before = mapping.get();
    void onEdit(edit).then(() => {
      const after = mapping.get();
      if (!before || !after || after.text === before.text) return;
      undo.offer({ text, undo: () => mapping.setText(before.text) });
    });
  };
}

type FieldProps = {
  readonly field: MappingField;
  readonly onEdit: Edit;
  readonly onGoTo: (position: TextPosition) => void;
};

/** Field for the key of a property. If the user leaves it empty, the property is removed. */
function KeyField({ field: { property, key, at }, onEdit, onGoTo }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (next: string): void => {
    setTyped(next);
    if (next.trim() !== '') void onEdit({ kind: 'set', property, key: next.trim() });
  };
  const leave = async (): Promise<void> => {
    if (typed === null) return;
    if (typed.trim() === '' && at) await onEdit({ kind: 'remove', property });
    setTyped(null);
  };
  return (
    <div className="mapping-field">
      <Field label={property} hint={t(`push-mapping.meaning.${property}`)}>
        {(ids) => (
          <div className="input-line">
            <input
              {...ids}
              className="input mapping-key"
              dir="auto"
              value={typed ?? key ?? ''}
              placeholder={t('push-mapping.notMapped')}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => type(event.currentTarget.value)}
              onBlur={() => void leave()}
            />
            {at && (
              <IconButton
                icon="goTo"
                label={t('push-mapping.goTo', { property })}
                onClick={() => onGoTo(at)}
              />
            )}
          </div>
        )}
      </Field>
    </div>
  );
}

type OthersProps = {
  readonly form: MappingForm;
  readonly onEdit: Edit;
  readonly onGoTo: (position: TextPosition) => void;
};

function Others({ form: { fields, others }, onEdit, onGoTo }: OthersProps) {
  const free = fields.filter(({ at }) => !at).map(({ property }) => property);
  return (
    <section className="mapping-others" aria-label={t('push-mapping.others')}>
      <h3>{t('push-mapping.others')}</h3>
      <p className="field-hint">{t('push-mapping.othersText')}</p>
      <ul>
        {others.map((entry) => (
          <OtherLine key={entry.property} entry={entry} free={free} onEdit={onEdit} onGoTo={onGoTo} />
        ))}
      </ul>
    </section>
  );
}

type OtherProps = {
  readonly entry: OtherEntry;
  readonly free: readonly MappingField['property'][];
  readonly onEdit: Edit;
  readonly onGoTo: (position: TextPosition) => void;
};

function OtherLine({ entry: { property, key, at }, free, onEdit, onGoTo }: OtherProps) {
  const remove = useEditWithUndo(() => t('push-mapping.removed', { property }), onEdit);
  return (
    <li className="mapping-other">
      <Button variant="quiet" onClick={() => onGoTo(at)} aria-label={t('push-mapping.goTo', { property })}>
        <bdi>{property}</bdi>
      </Button>
      {key !== null && (
        <span className="quiet wrap-anywhere">
          <bdi>{key}</bdi>
        </span>
      )}
      {free.length > 0 && (
        // In a select field, the first arrow key would already rename the property.
        <Menu
          trigger={
            <Button aria-label={t('push-mapping.rename', { property })}>
              {t('push-mapping.renameChoice')}
            </Button>
          }
          entries={free.map((to) => ({
            label: to,
            run: () => void onEdit({ kind: 'rename', property, to }),
          }))}
        />
      )}
      <IconButton
        icon="close"
        label={t('push-mapping.remove', { property })}
        onClick={() => remove({ kind: 'remove', property })}
      />
    </li>
  );
}
