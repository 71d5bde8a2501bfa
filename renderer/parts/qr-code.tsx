import { useMemo } from 'react';
import { qrDrawing } from '../logic/qr.ts';

/**
 * QR code, dark on white in every theme, because some scanners require that. Empty if the text is too long.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawing = useMemo(() => qrDrawing(text), [text]);
  if (!drawing) return null;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      <path className="qr-white" d={`M0 0h${drawing.side}v${drawing.side}H0z`} />
      <path className="qr-dark" d={drawing.path} />
    </svg>
  );
}
