import { useId, useState } from 'react';
import type { FolderPreset } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Select } from '../../parts/fields/select.tsx';
import { useAnswer } from '../../state/data/calls.ts';

/** Fails for a folder that cannot be read; empty while a person still types its path. */
export function usePresets(path: string) {
  return useAnswer('folders.presets', { path }, { enabled: path !== '', gcTime: 0 });
}

type Props = {
  readonly presets: readonly FolderPreset[];
  readonly onChoose: (preset: FolderPreset) => void;
};

/** Offers the folders of a project that are worth watching, where there are any. */
export function PresetsField({ presets, onChoose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(-1);
  // Any folder can take builds by hand; that alone makes it no project.
  if (presets.every(({ kind }) => kind === 'drop')) return null;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('folders.presets')}
      </label>
      <Select
        id={id}
        aria-describedby={`${id}-why`}
        value={chosen}
        onChange={(event) => {
          const index = Number(event.currentTarget.value);
          const preset = presets[index];
          setChosen(index);
          if (preset) onChoose(preset);
        }}
      >
        <option value={-1} disabled={true}>
          {t('folders.choosePreset')}
        </option>
        {presets.map((preset, index) => (
          <option key={`${preset.name} ${preset.path}`} value={index}>
            {t('folders.preset', { name: preset.name, path: preset.path })}
          </option>
        ))}
      </Select>
      <p id={`${id}-why`} className="field-hint" dir="auto">
        {presets[chosen]?.why ?? t('folders.presetsFound')}
      </p>
    </div>
  );
}
