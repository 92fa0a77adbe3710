/*
 * lossydisk.c: copies what a process syncs, so that all else can be taken away as a power cut does
 *
 * USAGE: LD_PRELOAD=lossydisk.so THREADWALL_DATA=FOLDER THREADWALL_SYNCED=FOLDER program
 *
 * After fsync and fdatasync of a file in THREADWALL_DATA, the content of the file is copied to THREADWALL_SYNCED/content.
 * After those of the folder itself, each name in it gets an empty file in THREADWALL_SYNCED/names: a file whose name was
 * never synced is not found after a power cut (fsync(2)). Folders in the folder are ignored.
 *
 * While THREADWALL_SYNCED/hold exists, a sync waits before it begins, and the file THREADWALL_SYNCED/held says so. A
 * process that is killed then has written what it has not synced.
 *
 * The program must not write to a file and sync it on two threads at once: the copy may then have more than was synced.
 * It must sync by fsync and fdatasync alone: O_SYNC, msync, sync_file_range, syncfs and sync are not seen.
 * A failure here ends the program: a missing copy would look like a loss.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *what)
{
	perror(what);
	_exit(1);
}

static void synced_path(char *path, const char *folder, const char *name)
{
	if (snprintf(path, PATH_MAX, "%s/%s%s", getenv("THREADWALL_SYNCED"), folder, name) >= PATH_MAX)
		fail("lossydisk: THREADWALL_SYNCED is too long");
}

static void touch(const char *folder, const char *name)
{
	char path[PATH_MAX];
	int file;

	synced_path(path, folder, name);
	file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (file < 0 || close(file) != 0)
		fail(path);
}

static void wait_while_held(void)
{
	char hold[PATH_MAX];

	synced_path(hold, "", "hold");
	while (access(hold, F_OK) == 0) {
		touch("", "held");
		usleep(1000);
	}
}

/* The copy gets its name when it is complete: the process may be killed meanwhile. */
static void copy_content(const char *from, const char *name)
{
	char path[PATH_MAX], unfinished[PATH_MAX];
	char bytes[1 << 16];
	ssize_t count;
	int file, copy;

	synced_path(path, "content/", name);
	synced_path(unfinished, "unfinished/", name);
	file = open(from, O_RDONLY | O_CLOEXEC);
	copy = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (file < 0 || copy < 0)
		fail(unfinished);
	while ((count = read(file, bytes, sizeof(bytes))) > 0) {
		if (write(copy, bytes, count) != count)
			fail(unfinished);
	}
	if (count < 0 || close(file) != 0 || close(copy) != 0 || rename(unfinished, path) != 0)
		fail(path);
}

static void copy_names(const char *folder)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;

	if (entries == NULL)
		fail(folder);
	while ((entry = readdir(entries)) != NULL) {
		if (entry->d_type == DT_REG)
			touch("names/", entry->d_name);
	}
	closedir(entries);
}

static int sync_and_copy(int file, int (*sync)(int))
{
	const char *data = getenv("THREADWALL_DATA");
	char link[64], path[PATH_MAX];
	size_t length = strlen(data);
	ssize_t count;
	int result;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
	count = readlink(link, path, sizeof(path) - 1);
	if (count < 0)
		return sync(file);
	path[count] = 0;
	if (strncmp(path, data, length) != 0 || (path[length] != 0 && path[length] != '/'))
		return sync(file);
	wait_while_held();
	result = sync(file);
	if (result == 0 && path[length] == 0)
		copy_names(path);
	else if (result == 0 && strchr(path + length + 1, '/') == NULL)
		copy_content(link, path + length + 1);
	return result;
}

int fsync(int file)
{
	return sync_and_copy(file, (int (*)(int))dlsym(RTLD_NEXT, "fsync"));
}

int fdatasync(int file)
{
	return sync_and_copy(file, (int (*)(int))dlsym(RTLD_NEXT, "fdatasync"));
}
