export const files = import.meta.glob<object>('../../assets/locales/en/*.json', {
  eager: true,
  import: 'default',
});
