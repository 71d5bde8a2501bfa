export const files = import.meta.glob<object>('../../assets/locales/fr/*.json', {
  eager: true,
  import: 'default',
});
