export const files = import.meta.glob<object>('../../assets/locales/tr/*.json', {
  eager: true,
  import: 'default',
});
