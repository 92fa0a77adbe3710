/*
 * nosync.c: a store that acknowledges what it has not synced.
 *
 * Loaded before libc (LD_PRELOAD): every store that is honest becomes one that is not. A test of power cuts has to find it out.
 */

int fsync(int file)
{
	(void)file;
	return 0;
}

int fdatasync(int file)
{
	(void)file;
	return 0;
}
