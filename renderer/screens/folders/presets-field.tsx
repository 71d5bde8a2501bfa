import { useId, useState } from 'react';
import type { FolderPreset } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/folders.ts';

type Props = {
  readonly path: string;
  readonly onChoose: (preset: FolderPreset) => void;
};

/** Looks at the folder named as a project, and offers the folders in it that are worth watching. */
export function PresetsField({ path, onChoose }: Props) {
  const id = useId();
  const look = useAsk('folders.presets', () => setChosen(-1));
  const [chosen, setChosen] = useState(-1);
  const presets = look.data ?? [];
  const why = presets[chosen]?.why;
  return (
    <div className="field">
      <div className="input-line">
        <Button
          disabled={path.trim() === '' || look.isPending}
          onClick={() => look.mutate({ path: path.trim() })}
        >
          {words.lookForPresets}
        </Button>
        {presets.length > 0 && (
          <select
            className="input select"
            aria-label={words.presets}
            aria-describedby={why ? `${id}-why` : undefined}
            value={chosen}
            onChange={(event) => {
              const index = Number(event.currentTarget.value);
              const preset = presets[index];
              setChosen(index);
              if (preset) onChoose(preset);
            }}
          >
            <option value={-1} disabled={true}>
              {words.choosePreset}
            </option>
            {presets.map((preset, index) => (
              <option key={`${preset.name} ${preset.path}`} value={index}>
                {words.preset(preset.name, preset.path)}
              </option>
            ))}
          </select>
        )}
      </div>
      {why && (
        <p id={`${id}-why`} className="field-hint" dir="auto">
          {why}
        </p>
      )}
      {look.error && <InlineFailure error={look.error} />}
    </div>
  );
}
