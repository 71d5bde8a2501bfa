import { type DragEvent, useMemo } from 'react';
import { type QrDrawing, qrDrawing } from '../logic/qr.ts';

type Props = {
  readonly text: string;
  readonly label: string;
  readonly onDragStart?: (event: DragEvent, picture: string) => void;
};

/**
 * QR code, dark on white in every theme, because some scanners require that. Empty if the text is too
 * long. A picture, so that the user can drag it into another application.
 */
export function QrCode({ text, label, onDragStart }: Props) {
  const picture = useMemo(() => {
    const drawing = qrDrawing(text);
    return drawing && pictureOf(drawing);
  }, [text]);
  if (!picture) return null;
  return (
    <img
      className="qr-code"
      src={picture}
      alt={label}
      onDragStart={(event) => onDragStart?.(event, picture)}
    />
  );
}

const moduleSize = 8;

function pictureOf({ side, path }: QrDrawing): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = side * moduleSize;
  canvas.height = side * moduleSize;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(moduleSize, moduleSize);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return canvas.toDataURL('image/png');
}
