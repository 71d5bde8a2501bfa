/** An e-mail address on one line, or two in a narrow list. Truncates the part before the `@`. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <bdi className="email-text" title={email}>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </bdi>
  );
}
