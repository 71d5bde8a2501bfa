import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../messages.ts';
import { Icon } from '../icons.tsx';

type Props = {
  readonly children: ReactNode;
  readonly title: string;
  readonly onFiles: (files: readonly File[]) => void;
};

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function DropTarget({ children, title, onFiles }: Props) {
  const [isDragging, setOver] = useState(false);
  const depth = useRef(0);
  const accept = useRef(onFiles);
  useEffect(() => {
    accept.current = onFiles;
  });
  useEffect(() => {
    const controller = new AbortController();
    const on = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      handle: (event: DragEvent) => void,
    ): void =>
      window.addEventListener(
        type,
        (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          handle(event);
        },
        { signal: controller.signal },
      );
    const show = (change: number): void => {
      depth.current = Math.max(0, depth.current + change);
      setOver(depth.current > 0);
    };
    on('dragenter', () => show(1));
    on('dragleave', () => show(-1));
    on('dragover', (event) => {
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    });
    on('drop', (event) => {
      show(-depth.current);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) accept.current(files);
    });
    return () => controller.abort();
  }, []);
  return (
    <>
      {children}
      {isDragging && (
        <div className="drop-cover">
          <div className="drop-card">
            <Icon name="uploads" />
            <strong dir="auto">{title}</strong>
            <span>{t('common.dropHint')}</span>
          </div>
        </div>
      )}
    </>
  );
}
