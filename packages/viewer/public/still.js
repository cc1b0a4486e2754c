// Shows a still of the opening scene from the first moment on. The page's own script, which is larger, arrives later,
// and lets the still fade when it has drawn the scene. Other scenes have no still.
{
  const asked = new URLSearchParams(location.search);
  const isOpening = (asked.get('scene') ?? 'murmuration') === 'murmuration';
  const others = ['file', 'run', 'new', 'at', 'camera', 'count', 'many', 'set', 'mesh', 'color'];
  const isDrawn = performance.getEntriesByName('skein first picture').length > 0;
  if (isOpening && !isDrawn && !others.some((key) => asked.has(key))) {
    const still = document.createElement('img');
    still.id = 'still';
    still.className = 'still';
    still.alt = '';
    still.src = './opening.webp';
    document.querySelector('main')?.append(still);
  }
}
