import { t } from '../../messages.ts';
import { LinkSection } from '../../parts/link-section.tsx';
import { DrawerSection } from '../../parts/overlays/drawer.tsx';

/** A page of the store; says so where the service names none. */
export function PageLink({ name, link }: { readonly name: string; readonly link: string | null }) {
  if (link !== null) return <LinkSection link={link} name={name} />;
  return (
    <DrawerSection title={t('store.page')}>
      <p className="quiet">{t('store.noLink')}</p>
    </DrawerSection>
  );
}
