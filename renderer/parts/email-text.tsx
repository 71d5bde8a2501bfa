/** An e-mail address on one line. Truncates the part before the `@`; two lines in a narrow list. */
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
